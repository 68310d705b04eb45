-- Lets go of a match that lies in the archive: all of it but its head, if it is still what was archived.
--
-- KEYS  head, book, causes, then the documents
-- ARGV  version, hash; then for each document the number of its fields and each field with its value,
--       or -1 for a document that can be made again
local state = redis.call('HMGET', KEYS[1], 'v', 'h', 'c')
if state[1] ~= ARGV[1] or state[2] ~= ARGV[2] or state[3] ~= '1' then
  return 0
end
local next = 3
for i = 4, #KEYS do
  local fields = tonumber(ARGV[next])
  next = next + 1
  if fields >= 0 then
    if redis.call('HLEN', KEYS[i]) ~= fields then
      return 0
    end
    for _ = 1, fields do
      if redis.call('HGET', KEYS[i], ARGV[next]) ~= ARGV[next + 1] then
        return 0
      end
      next = next + 2
    end
  end
end
redis.call('DEL', unpack(KEYS, 2))
return 1
