import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Command } from '../context.ts'
import { EXIT } from '../fault.ts'
import { createMcpServer } from '../mcp/server.ts'
import { parseWords } from '../words.ts'

/** Serves the commands as tools for agents, over standard input and output, until the client closes them. */
export const run: Command = async (words, context) => {
  parseWords(words, {})
  const server = createMcpServer(context)
  const closed = new Promise<void>(resolve => {
    server.server.onclose = resolve
    // The SDK's transport reports a broken message, but not the end of its input.
    process.stdin.once('end', resolve)
    context.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.connect(new StdioServerTransport())
  await closed
  await server.close()
  return EXIT.done
}
