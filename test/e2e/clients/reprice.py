#!/usr/bin/env python3
"""Old repricing bot for API v1: Python and its standard library. Needs MARKET_URL, MARKET_KEY, and order numbers."""

import json
import os
import sys
import urllib.error
import urllib.request

URL = os.environ["MARKET_URL"]
KEY = os.environ["MARKET_KEY"]

# What the shop's own table keeps of an account.
COLUMNS = ["title", "slug", "game_slug", "status", "login", "password", "email_login", "price", "images", "data"]


def call(method, path, body=None, key=KEY):
    request = urllib.request.Request(URL + path, method=method)
    if key:
        request.add_header("Authorization", "Bearer " + key)
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def complain(status, body):
    """Errors are lists of texts, or texts, or there is only a message."""
    errors = body.get("errors")
    if not errors:
        print("  refused", status, body["message"])
        return
    for field in sorted(errors):
        texts = errors[field] if isinstance(errors[field], list) else [errors[field]]
        print("  refused", status, field, "|".join(texts))


def everything(path, size=1000):
    page = 1
    while True:
        status, body = call("GET", "%s?page=%d&per_page=%d&with_data=true" % (path, page, size))
        assert status == 200, body
        for item in body["data"]:
            yield item
        if body["meta"]["to"] >= body["meta"]["total"]:
            return
        page += 1


def row(account):
    attributes = account["attributes"]
    return account["type"], account["id"], [attributes[column] for column in COLUMNS]


def show(answer):
    status, body = answer
    if status >= 400:
        complain(status, body)
    elif body["data"]["type"] == "accounts":
        print(" ", status, *row(body["data"]))
    else:
        offer = body["data"]
        offer["attributes"].pop("uuid", None)  # the table has no use for it, and a new offer gets any
        print(" ", status, json.dumps(body))


print("== games")
status, body = call("GET", "/v1/accounts/template/all", key=None)
games = sorted(body["games"].items())
print(status, games)
for slug, _ in games:
    status, body = call("GET", "/v1/accounts/template/" + slug)
    print(" ", slug, status, sorted(body["template"]), json.dumps(body["template"]["account_data"]))

print("== accounts")
accounts = list(everything("/v1/accounts"))
for account in accounts:
    print(" ", *row(account))
listed = [account for account in accounts if account["attributes"]["status"] == "Listed"]
for slug, name in games:
    prices = [a["attributes"]["price"] for a in listed if a["attributes"]["game_slug"] == slug]
    print(" ", name, len(prices), "listed for", "%.2f" % sum(prices))

print("== pause one game: numbers and texts, as the table happened to hold them")
pause = [a["id"] for a in listed if a["attributes"]["game_slug"] == "realm-of-tides"][:60]
mixed = [int(id) if place % 2 else id for place, id in enumerate(pause)]
status, body = call("PATCH", "/v1/accounts/status/bulk", {"accounts": mixed, "status": "draft"})
print(status, body["message"], [row(account) for account in body["data"]])
for id in pause[:5]:
    show(call("PATCH", "/v1/accounts/%s/status" % id, {"status": "listed"}))

print("== sell one more like an old one: the whole object goes back")
like = next(a for a in listed if a["attributes"]["game_slug"] == "emberfall-legends")["attributes"]
methods = {"Handmade": "by_hand", "Botted": "by_bot"}
new = dict(
    like,
    game=like["game_slug"],
    slug=None,
    price="%.6f" % (like["price"] * 0.9),
    login="python@login",
    has_2fa=1,
    account_data=like["data"],
    image_urls=like["images"],
    level_up_method=methods.get(like["level_up_method"]),
)
new["price"] = "%.6f" % round(float(new["price"]), 2)
status, body = call("POST", "/v1/accounts", new)
show((status, body))
made = body["data"]["id"]
show(call("GET", "/v1/accounts/by-login/python@login"))
show(call("PATCH", "/v1/accounts/%s/status" % made, {"status": "listed"}))
show(call("PATCH", "/v1/accounts/%s/status" % made, {"status": "sold"}))
show(call("GET", "/v1/accounts/%s" % made))
show(call("GET", "/v1/accounts/%s?with_data=1" % made))
print(" ", *call("DELETE", "/v1/accounts/%s" % made))
show(call("GET", "/v1/accounts/by-login/python@login"))
show(call("POST", "/v1/accounts", dict(new, price="0.5", level_up_method="by_magic", title="x" * 300)))

print("== currency: a tenth cheaper, everything else as it was read")
offers = list(everything("/v1/currency-offers", 250))
print(" ", len(offers), offers[0])
for offer in offers[:25]:
    a = offer["attributes"]
    update = dict(a, game=a["game_slug"], price="%.6f" % (a["price"] * 0.9), currency_data=a["data"])
    show(call("PATCH", "/v1/currency-offers/" + offer["id"], update))
like = offers[0]["attributes"]
status, body = call(
    "POST",
    "/v1/currency-offers",
    dict(like, game=like["game_slug"], price="0.000012", stock="100", currency_data=like["data"]),
)
show((status, body))
made = body["data"]["id"]
for action in ["list", "unlist", "archive", "unarchive", "list"]:
    show(call("PATCH", "/v1/currency-offers/%s/actions/%s" % (made, action)))
show(call("PATCH", "/v1/currency-offers/" + made, {"price": "1.0000001", "stock": -1}))
show(call("GET", "/v1/currency-offers/999999999"))

print("== items")
items = list(everything("/v1/item-offers"))
for item in items[:3]:
    show(call("GET", "/v1/item-offers/" + item["id"]))
    show(call("PATCH", "/v1/item-offers/%s/status" % item["id"], {"status": "archived"}))
ids = [item["id"] for item in items[:20]]
status, body = call("PATCH", "/v1/item-offers/status/bulk", {"itemOffers": ids, "status": "draft"})
print(status, json.dumps(body))

print("== orders")
for order in sys.argv[1:]:
    show(call("PATCH", "/v1/currency-orders/%s/actions/complete" % order))

print("== a key that is no longer good")
show(call("GET", "/v1/accounts", key="revoked"))
