"""An agent with the official Python client, which a test steers: a request a line on standard input, an answer a line.

Arguments: the version of the protocol (legacy or auto), the folder that the agent has open, and the server's command.
The server starts at the root of the disk, so that it sees nothing but what the agent has open.
"""

import json
import sys
from pathlib import Path

import anyio
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp_types import ElicitResult, ListRootsResult, Root


async def main(mode: str, folder: str, command: str, *args: str) -> None:
    asked: list[str] = []

    async def elicit(_context, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"remove": True})

    async def list_roots(_context):
        return ListRootsResult(roots=[Root(uri=Path(folder).as_uri())])

    server = StdioServerParameters(command=command, args=list(args), cwd="/")
    async with Client(server, mode=mode, elicitation_callback=elicit, list_roots_callback=list_roots) as client:
        while line := await anyio.to_thread.run_sync(sys.stdin.readline):
            request = json.loads(line)
            try:
                result = await getattr(client, request["method"])(**request["arguments"])
                answer = {"result": result.model_dump(mode="json", by_alias=True, exclude_none=True)}
            except Exception as error:  # The test says what is wrong with it.
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps({**answer, "asked": asked}), flush=True)
            asked.clear()


anyio.run(main, *sys.argv[1:])
