-- Sends the commands of many matches over a few connections, each match in its order.
--
-- wrk -s load.lua … -- FILE      FILE: a line for each command: match <tab> token <tab> key <tab> body
local waiting, ready = {}, {}

function init(args)
  for line in io.lines(args[1]) do
    local match, token, key, body = line:match("^(%S+)\t(%S+)\t(%S+)\t(.+)$")
    if not waiting[match] then
      waiting[match] = { next = 1 }
      table.insert(ready, match)
    end
    table.insert(waiting[match], { token, key, body })
  end
end

function request()
  local match = table.remove(ready, 1)
  if not match then
    return wrk.format("GET", "/health/live") -- all commands are on their way or played
  end
  local book = waiting[match]
  local command = book[book.next]
  book.next = book.next + 1
  local headers = {
    ["Authorization"] = "Bearer " .. command[1],
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = command[2],
  }
  return wrk.format("POST", "/v1/matches/" .. match .. "/commands", headers, command[3])
end

function response(status, _, body)
  local match = body:match('^{"match":"(%w+)"')
  if status ~= 200 and status ~= 201 then
    io.stderr:write(body, "\n")
  end
  if status == 201 and match and waiting[match][waiting[match].next] then
    table.insert(ready, match)
  end
end
