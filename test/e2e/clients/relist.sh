#!/bin/sh
# Old shop script: curl and sed against API v1. Needs MARKET_URL, MARKET_KEY and the number of a currency order.
set -eu

order="$1"

# call METHOD PATH [BODY]: prints the answer, and the status on a line of its own
call() {
  method="$1"
  path="$2"
  shift 2
  if [ $# -gt 0 ]; then
    set -- --header 'Content-Type: application/json' --data "$1"
  fi
  curl --silent --show-error --globoff --request "$method" --header "Authorization: Bearer $MARKET_KEY" \
    --write-out '\n%{http_code}\n' "$@" "$MARKET_URL$path"
}

# member NAME: the number or text of that name, the last one when there are several
member() { sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'; }

# each NAME: every number or text of that name, a line each
each() { grep -o '"'"$1"'":"\{0,1\}[^",}]*' | sed 's/.*:"\{0,1\}//'; }

# list PATH: all pages of a list
list() {
  page=1
  while :; do
    answer="$(call GET "$1?page=$page&per_page=1000&with_data=0")"
    printf '%s\n' "$answer"
    to="$(printf '%s\n' "$answer" | member to)"
    total="$(printf '%s\n' "$answer" | member total)"
    if [ "$to" -ge "$total" ]; then return; fi
    page=$((page + 1))
  done
}

echo '== games and what an account of each must have (nobody ever set a key here)'
curl --silent --header 'Accept:' "$MARKET_URL/v1/accounts/template/all"
echo
for game in emberfall-legends harvest-isle; do
  call GET "/v1/accounts/template/$game" | grep -o -e '"[a-z_.*]*":{"condition":[^}]*' -e '"image_urls":[^,]*' -e '^[0-9]*$'
done

echo '== accounts'
list /v1/accounts >accounts.txt
for name in id status price game_slug to total; do
  each "$name" <accounts.txt >"$name.txt"
  echo "$name: $(wc -l <"$name.txt") values, $(cksum <"$name.txt")"
done

echo '== by login, as it stands in the shop'
for login in some@login jürgen-straße Ελένη77 日本のプレイヤー fire🔥walker 'semi;colon&amp=1' \
  CaseSensitive casesensitive 'tilde~and:colon,comma' '$dollar{brace}' 12345 nobody@home; do
  call GET "/v1/accounts/by-login/$login" | grep -o -e '"login":.*"price":[^,]*' -e '"message":.*' -e '^[0-9]*$'
done

echo '== take four listed accounts off, and put one back'
listed="$(sed 's/{"id"/\n&/g' accounts.txt | grep '"status":"Listed"' | each id | sed -n 1,4p)"
bulk="$(echo $listed | sed 's/ /","/g')"
call PATCH /v1/accounts/status/bulk "{\"accounts\":[\"$bulk\"],\"status\":\"draft\"}" |
  grep -o -e '"message":[^,]*' -e '"id":[^,]*' -e '"status":[^,]*' -e '^[0-9]*$'
first="${listed%%[!0-9]*}"
call PATCH "/v1/accounts/$first/status" '{"status":"listed"}' | grep -o -e '"status":[^,]*' -e '^[0-9]*$'
call PATCH "/v1/accounts/$first/status" '{"status":"gone"}'

echo '== sell an account, change its mind, throw it away'
made="$(call POST /v1/accounts '{"game":"emberfall-legends","title":"Level 60 trader","price":"12.500000",
  "login":"curl@login","password":"pass word","has_2fa":0,"description":"Raised with care","slug":null,
  "account_data":{"level":60,"region":"EU","rank":"Gold"},"image_urls":["https://images.example.com/1.png"],
  "ign":"Wren","level_up_method":"by_hand","server":"","is_manual":false}')"
printf '%s\n' "$made" | grep -o -e '"login":.*"data":[^}]*}' -e '"errors":.*' -e '^[0-9]*$'
id="$(printf '%s\n' "$made" | member id)"
call GET /v1/accounts/by-login/curl@login | each id
call PATCH "/v1/accounts/$id/status" '{"status":"listed"}' | grep -o '"status":[^,]*'
call DELETE "/v1/accounts/$id"
call GET /v1/accounts/by-login/curl@login
call GET "/v1/accounts/$id"
call POST /v1/accounts '{"price":"cheap"}'

echo '== item offers'
list /v1/item-offers
item="$(call GET '/v1/item-offers?per_page=1' | member id)"
call PATCH "/v1/item-offers/$item/status" '{"status":"archived"}'
call PATCH /v1/item-offers/status/bulk "{\"itemOffers\":[\"$item\"],\"status\":\"draft\"}"

echo '== currency offers: one sold cheaper, one made, an order done'
list /v1/currency-offers
offer="$(call GET '/v1/currency-offers?per_page=1&page=2' | member id)"
game="$(call GET "/v1/currency-offers/$offer" | member game_slug)"
call PATCH "/v1/currency-offers/$offer" "{\"description\":\"Cheaper\",\"price\":\"0.004200\",\"game\":\"$game\",
  \"stock\":\"1500\",\"min_quantity\":10,\"currency_data\":[],
  \"delivery_time\":{\"duration\":20,\"unit\":\"minutes\",\"format\":\"20m\",\"formatLong\":\"20 minutes\",\"seconds\":1200}}"
for action in archive unarchive list unlist; do
  call PATCH "/v1/currency-offers/$offer/actions/$action"
done
call PATCH "/v1/currency-orders/$order/actions/complete"
call PATCH "/v1/currency-orders/$order/actions/complete"
