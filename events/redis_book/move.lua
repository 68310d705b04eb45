-- Moves a document to the key where it belongs today. What lies there already is newer and stays.
--
-- KEYS  the old key, the new one
if redis.call('EXISTS', KEYS[2]) == 0 then
  if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('RENAME', KEYS[1], KEYS[2])
  end
  return 1
end
local lying = redis.call('HGETALL', KEYS[1])
for i = 1, #lying, 2 do
  redis.call('HSETNX', KEYS[2], lying[i], lying[i + 1])
end
redis.call('DEL', KEYS[1])
return 1
