-- Sends the commands of many matches over a few connections, each match in its order.
--
-- wrk -s load.lua … -- FILE AT_ONCE LINES PLAYERS
-- FILE: a line for each command: match <tab> token <tab> key <tab> body
-- AT_ONCE: so many matches are played at a time, 0: all of them; LINES: so many commands of different matches
-- go into one request as lines, 0: each is a request of its own; PLAYERS: threads of wrk, of which each has
-- matches of its own
local waiting, ready, reserve = {}, {}, {}
local lines
local players = 0

function setup(thread)
  thread:set("place", players)
  players = players + 1
end

function init(args)
  lines = tonumber(args[3])
  local all, known = tonumber(args[4]), {}
  local count = 0
  for line in io.lines(args[1]) do
    local match, token, key, body = line:match("^(%S+)\t(%S+)\t(%S+)\t(.+)$")
    if known[match] == nil then
      known[match] = count % all == place
      count = count + 1
      if known[match] then
        waiting[match] = { next = 1 }
        table.insert(reserve, match)
      end
    end
    if known[match] then
      table.insert(waiting[match], { token, key, body })
    end
  end
  local at_once = tonumber(args[2]) / all
  for _ = 1, at_once == 0 and #reserve or math.min(at_once, #reserve) do
    table.insert(ready, table.remove(reserve))
  end
end

local function take()
  local match = table.remove(ready, 1)
  if not match then
    return nil
  end
  local book = waiting[match]
  local command = book[book.next]
  book.next = book.next + 1
  return match, command[1], command[2], command[3]
end

local function one_command()
  local match, token, key, body = take()
  if not match then
    return wrk.format("GET", "/health/live") -- all commands are on their way or played
  end
  local headers = {
    ["Authorization"] = "Bearer " .. token,
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = key,
  }
  return wrk.format("POST", "/v1/matches/" .. match .. "/commands", headers, body)
end

local ANSWER = '"answer":{"match":"'
local LINE = '{"match":"%s","token":"%s","key":"%s","command":%s}'

local function many_commands()
  local found = {}
  for number = 1, lines do
    local match, token, key, body = take()
    if not match then
      break
    end
    found[number] = LINE:format(match, token, key, body)
  end
  if not found[1] then
    return wrk.format("GET", "/health/live")
  end
  local headers = { ["Content-Type"] = "application/x-ndjson" }
  return wrk.format("POST", "/v1/commands", headers, table.concat(found, "\n"))
end

local tried = false -- wrk asks for one request before it begins, and sends it nowhere

function request()
  if not tried then
    tried = true
    return wrk.format("GET", "/health/live")
  end
  if lines == 0 then
    return one_command()
  end
  return many_commands()
end

local function go_on(match)
  if waiting[match][waiting[match].next] then
    table.insert(ready, match)
  elseif reserve[1] then
    table.insert(ready, table.remove(reserve))
  end
end

function response(status, _, body)
  if status ~= 200 and status ~= 201 then
    io.stderr:write(body, "\n")
  elseif lines == 0 then
    local match = body:match('^{"match":"(%w+)"')
    if status == 201 and match then
      go_on(match)
    end
  else
    local _, before = body:find(ANSWER, 1, true)
    while before do
      local behind = body:find('"', before + 1, true)
      go_on(body:sub(before + 1, behind - 1))
      _, before = body:find(ANSWER, behind, true)
    end
    if body:find('"problem":', 1, true) then
      io.stderr:write("Non-2xx lines: ", body, "\n")
    end
  end
end
