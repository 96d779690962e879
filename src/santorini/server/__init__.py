"""The web table: games in the browser, against the computer, at one device, or with friends by a link.

    asked.py, told.py     what clients send, and what they are told: the schemas
    events.py, table.py   a game as a list of events: what may happen, and what has
    clock.py              the time each seat has left
    board.py, sight.py    a position and its turns as one seat may see them
    why.py                why a step is not possible
    journal.py            the events in the database, stored before they are told
    hall.py, guests.py    all tables, who sits at them, and what is announced to whom
    computer.py, thinker.py, thinking.py   the computer's choice, away from the event loop
    app.py, socket.py, page.py   HTTP, WebSocket, the page
    run.py                starting and stopping

Needs the optional group `web`. docs/api.md describes the protocol, docs/server.md how it is built.
"""
