"""A program of a user of gridloom.py, which lies beside it when the test runs."""

import json
import sys

from gridloom import ERROR_CODES, Gridloom, GridloomError

server, stub, token = sys.argv[1:4]
gridloom = Gridloom(token, base_url=server)
username = gridloom.accounts.details()["username"]
offers = gridloom.market.search(query={"sort": "price"})["offers"]
try:
    gridloom.instances.read("ins_none")
    code = "found"
except GridloomError as error:
    code = error.code if error.code in ERROR_CODES else "not a code"
renamed = gridloom.accounts.update_profile({"name": "Ada"})
script = gridloom.installers.shell_script().decode()

busy = Gridloom(token, base_url=stub)
pieces = list(busy.ask("a-model", "Hello", temperature=0))
events = busy.system.events()
event = next(events)
first = [event.id, event.event, event.data]
events.close()
try:
    busy.market.search()
    down = 200
except GridloomError as error:
    down = error.status

print(
    json.dumps(
        {
            "username": username,
            "offers": len(offers),
            "code": code,
            "name": renamed["name"],
            "first": first,
            "script": script.startswith("#!/bin/sh"),
            "pieces": pieces,
            "down": down,
        }
    )
)
