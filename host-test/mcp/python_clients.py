"""fastmcp and the Python SDK as clients of one server.

    python python_clients.py URL
    python python_clients.py COMMAND ARGUMENT...
"""

import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.skills import SkillsClientExtension

TARGET, *PARAMETERS = sys.argv[1:]


def transport():
    if TARGET.startswith("http"):
        return TARGET
    return StdioTransport(command=TARGET, args=PARAMETERS)


async def with_fastmcp() -> None:
    """Lists the skills, and reads each with all its files verified."""
    async with Client(transport(), extensions=[SkillsClientExtension()]) as client:
        entries = await client.list_skills()
        for entry in entries:
            await client.read_skill(entry.uri)
        tools = await client.list_tools()
        prompts = await client.list_prompts()
        assert entries and tools and prompts, "nothing is served"
        print(f"fastmcp: {len(entries)} skills verified")


async def with_sdk() -> None:
    """Lists the tools and resources, and calls a tool."""
    from mcp import Client as SdkClient
    from mcp import StdioServerParameters

    target = TARGET
    if not TARGET.startswith("http"):
        target = StdioServerParameters(command=TARGET, args=PARAMETERS)
    async with SdkClient(target) as client:
        tools = (await client.list_tools()).tools
        resources = (await client.list_resources()).resources
        result = await client.call_tool("list_skills", {})
        assert tools and resources and not result.is_error, "nothing is served"
        print(f"mcp: {len(tools)} tools, {len(resources)} resources")


asyncio.run(with_fastmcp())
asyncio.run(with_sdk())
