"""Uses a server as the Python SDK does: client.py URL TOKEN. It prints one JSON
object of what it got."""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def main(url, token):
    http = create_mcp_http_client(headers={"Authorization": "Bearer " + token})
    async with Client(streamable_http_client(url, http_client=http)) as client:
        tools = await client.list_tools()
        found = await client.call_tool("search", {"query": "how do we rotate the signing keys", "limit": 3})
        wrong = await client.call_tool("search", {"query": "keys", "limit": 99})
        resources = await client.list_resources()
        print(json.dumps({
            "server": client.server_info.name,
            "tools": [tool.name for tool in tools.tools],
            "first": found.structured_content["results"][0]["path"],
            "wrong": wrong.is_error,
            "resources": [str(resource.uri) for resource in resources.resources],
        }))


asyncio.run(main(*sys.argv[1:]))
