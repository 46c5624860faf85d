-- The same mapping as programs/mapping.ts, for nginx with Lua.
local cjson = require "cjson.safe"

local ids = {}
for place = 1, 10 do ids["seller-" .. place .. "@bench"] = 5000 + place end
local methods = { by_hand = "Handmade", by_bot = "Botted" }
local taken = { server = true, level_up_method = true, ign = true }

local function text(value)
  return type(value) == "string" and value or ""
end

local function iso(seconds)
  if seconds == cjson.null then return seconds end
  return os.date("!%Y-%m-%dT%H:%M:%SZ", seconds)
end

local function data_of(parameters, omitted)
  local data = {}
  for name, value in pairs(parameters) do
    if not omitted[name] then data[name] = value end
  end
  return next(data) == nil and cjson.empty_array or data
end

local function copy(from, names, into)
  for name in names:gmatch("%S+") do into[name] = from[name] end
  return into
end

local function account(offer)
  local parameters, credentials = offer.parameters, offer.credentials
  local method = text(parameters.level_up_method)
  local attributes = {
    game_slug = offer.game.slug,
    status = offer.status:gsub("^%l", string.upper),
    server = text(parameters.server),
    level_up_method = methods[method] or method,
    ign = text(parameters.ign),
    login = text(credentials.login),
    password = text(credentials.password),
    price = tonumber(offer.price),
    data = data_of(parameters, taken),
    trend_score = 0, is_featured = false, is_rare = false, is_discounted = false,
    images = offer.image_urls,
    sold_at = cjson.null,
  }
  copy(credentials, "email_login email_password", attributes)
  copy(offer, "title slug description created_at updated_at", attributes)
  return { id = tostring(offer.id), type = "accounts", attributes = attributes }
end

local function currency_offer(offer)
  local time = copy(offer.delivery_time, "duration unit format seconds", {})
  time.formatLong = offer.delivery_time.format_long
  local attributes = {
    game_slug = offer.game.slug,
    currency_unit = copy(offer.currency_unit, "currency_name name symbol multiplier", {}),
    price = tonumber(offer.price_eur),
    data = data_of(offer.parameters, {}),
    delivery_time = time,
    created_at = iso(offer.created_at),
    listed_at = iso(offer.listed_at),
    updated_at = iso(offer.updated_at),
  }
  copy(offer, "uuid title description stock min_quantity status", attributes)
  return { id = tostring(offer.id), type = "currencyOffers", attributes = attributes }
end

local function answer(response, map)
  if response.status ~= 200 then return ngx.exit(502) end
  local body = cjson.decode(response.body)
  local mapped = cjson.encode(map(body))
  ngx.header["content-type"] = "application/json"
  ngx.header["content-length"] = #mapped
  ngx.print(mapped)
end

function by_login()
  local login = ngx.unescape_uri(ngx.var.uri:sub(#"/v1/accounts/by-login/" + 1))
  local id = ids[login]
  if not id then return ngx.exit(404) end
  local response = ngx.location.capture("/upstream/v2/account-offers/" .. id)
  answer(response, function(body) return { data = account(body.data) } end)
end

function list()
  answer(ngx.location.capture("/upstream/bench/hundred"), function(body)
    local data = {}
    for place, offer in ipairs(body.data) do data[place] = currency_offer(offer) end
    return { data = data, meta = body.meta }
  end)
end

function update()
  ngx.req.read_body()
  local sent = cjson.decode(ngx.req.get_body_data())
  local changes = {
    price = tonumber(sent.price),
    stock = tonumber(sent.stock),
    min_quantity = tonumber(sent.min_quantity),
    delivery_time = { duration = tonumber(sent.delivery_time.duration), unit = sent.delivery_time.unit },
  }
  local body = cjson.encode(copy(sent, "description game currency_data delivery_instructions", changes))
  local path = ngx.var.uri:gsub("^/v1/", "/upstream/v2/")
  local response = ngx.location.capture(path, { method = ngx.HTTP_PATCH, body = body })
  answer(response, function(got) return { data = currency_offer(got.data) } end)
end

function count()
  ngx.shared.counts:incr(ngx.var.request_method .. " " .. ngx.status, 1, 0)
end

function metrics()
  for _, name in ipairs(ngx.shared.counts:get_keys()) do
    ngx.say('requests_total{request="', name, '"} ', ngx.shared.counts:get(name))
  end
end
