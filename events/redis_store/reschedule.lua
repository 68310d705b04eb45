-- Moves the deadline of a match, while it is still the one that was seen.
--
-- KEYS  due
-- ARGV  match, the deadline that was seen, the one that counts from now on
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '-1') ~= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
