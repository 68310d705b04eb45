-- Appends one entry, or several in one breath, to the book of a match together with all that belongs to it,
-- or writes nothing.
--
-- KEYS  book, head, causes, feed, due, then the listings to join, the listings to leave, the documents
-- ARGV  as named below; from 20 on, four for each entry that follows the first: version, hash, body, note;
--       then four for each change of a document: index of its key, 'set' or 'del', field, value
--
-- Redis has no rollback. So every key is read before the first one is written: a key of a wrong type, or a
-- book that does not fit its head, ends the script while nothing has happened yet. Versions and times stay
-- strings, because Lua's numbers are exact only up to 2^53.
local book, head, causes, feed, due = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local match = ARGV[1]
local expected_version, expected_hash = ARGV[2], ARGV[3]
local version, hash, body, at = ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local cause, fingerprint = ARGV[8], ARGV[9]
local closes, summary, note, deadline = ARGV[10], ARGV[11], ARGV[12], ARGV[13]
local last_joined = 5 + tonumber(ARGV[14])
local last_left = last_joined + tonumber(ARGV[15])
local last_following = 19 + 4 * tonumber(ARGV[16])
local nonce, cause_unpacked, cause_follows = ARGV[17], ARGV[18], ARGV[19] == '1'

local causes_known = redis.call('HMGET', causes, cause, cause_unpacked) -- earlier versions did not pack it
local known = causes_known[1] or causes_known[2]
if known then
  return {'known', known}
end

local state = redis.call('HMGET', head, 'v', 'h', 'c', 'o')
local head_version = state[1] or '0'
local head_hash = state[2] or string.rep('\0', 32)
local opened = state[4] or at

if head_version ~= expected_version or head_hash ~= expected_hash then
  -- A client that lost the answer asks again: its own entry is no conflict. Bytes alone do not make it its own:
  -- somebody else may have given the same command in the same millisecond.
  local written = redis.call('XRANGE', book, version .. '-0', version .. '-0')[1]
  if written and cause_follows and string.sub(written[2][2], 3, 18) == string.sub(cause, 2) then
    return {'known', version .. ':'} -- a cause that follows from the version is nowhere but in its entry
  end
  if written and written[2][4] == hash and written[2][8] == nonce then
    return {'appended', written[2][6]}
  end
  return {'conflict', head_version, head_hash}
end

if state[3] == '1' then
  return {'closed', head_version}
end

local newest = redis.call('XREVRANGE', book, '+', '-', 'COUNT', 1)[1]
if (newest and newest[1] or '0-0') ~= head_version .. '-0' then
  return redis.error_reply('TORN the newest entry of ' .. book .. ' is not the one its head names')
end
local was_due = redis.call('ZSCORE', due, match)
for i = 6, last_left do
  redis.call('ZSCORE', KEYS[i], match)
end
for i = last_left + 1, #KEYS do
  redis.call('HLEN', KEYS[i])
end
local announced = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
local before = announced and tonumber(string.match(announced[1], '^%d+')) or 0
local number = string.format('%.0f', before + 1)

-- From here on everything succeeds. The feed goes first: only its id depends on other matches.
redis.call('XADD', feed, number .. '-0', 'm', match, 'v', version, 'n', note)
redis.call('XADD', book, version .. '-0', 'e', body, 'h', hash, 'n', number, 'a', nonce)
local head_of_all, hash_of_all = version, hash
for i = 20, last_following, 4 do
  head_of_all, hash_of_all = ARGV[i], ARGV[i + 1]
  local following = string.format('%.0f', before + 2 + (i - 20) / 4)
  redis.call('XADD', feed, following .. '-0', 'm', match, 'v', ARGV[i], 'n', ARGV[i + 3])
  redis.call('XADD', book, ARGV[i] .. '-0', 'e', ARGV[i + 2], 'h', ARGV[i + 1], 'n', following, 'a', nonce)
end
redis.call('HSET', head, 'v', head_of_all, 'h', hash_of_all, 'c', closes, 'o', opened, 't', at, 's', summary)
if cause ~= '' and not cause_follows then
  redis.call('HSET', causes, cause, version .. ':' .. fingerprint)
end
if deadline ~= '' then
  redis.call('ZADD', due, deadline, match)
elseif was_due then
  redis.call('ZREM', due, match)
end
for i = last_joined + 1, last_left do
  redis.call('ZREM', KEYS[i], match)
end
for i = 6, last_joined do
  redis.call('ZADD', KEYS[i], opened, match)
end
for i = last_following + 1, #ARGV, 4 do
  local document = KEYS[tonumber(ARGV[i])]
  if ARGV[i + 1] == 'set' then
    redis.call('HSET', document, ARGV[i + 2], ARGV[i + 3])
  else
    redis.call('HDEL', document, ARGV[i + 2])
  end
end
return {'appended', number}
