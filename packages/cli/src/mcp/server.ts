import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import type { Context } from '../context.ts'
import { Fault } from '../fault.ts'
import { type Client, createClient } from '../service/client.ts'
import { readSettings } from '../service/settings.ts'
import { type FileTool, fileTools } from './file-tools.ts'
import { type ServiceTool, serviceTools } from './service-tools.ts'

const INSTRUCTIONS = `Korean subtitles. recut, inspect and convert work on files here and cost nothing.
quote, submit, status and subtitle use the service at JAMAK_URL with the key of JAMAK_KEY or \`jamak login\`.
Only submit spends tokens: quote first, show the user the price, and pass it as maxTokens.`

/** Version of the interface that agents see. The package has the same version. */
const VERSION = '0.1.0'

/** The commands as tools of the Model Context Protocol, and finished subtitles as its resources. */
export function createMcpServer(context: Context): McpServer {
  const server = new McpServer({ name: 'jamak', version: VERSION }, { instructions: INSTRUCTIONS })
  // A missing key or an unreachable service must not end the server: each call reads the settings and reports its own
  // failure.
  const connect = async (): Promise<Client> => createClient(context, await readSettings(context))
  for (const tool of fileTools(context)) register(server, tool, input => tool.run(input))
  for (const tool of serviceTools(context)) register(server, tool, async input => tool.run(await connect(), input))
  registerSubtitles(server, connect)
  return server
}

function register<Tool extends FileTool | ServiceTool>(
  server: McpServer,
  { name, title, description, input, isReading }: Tool,
  run: (input: unknown) => Promise<object>,
): void {
  const annotations = { readOnlyHint: isReading, destructiveHint: false, openWorldHint: !isReading }
  server.registerTool(name, { title, description, inputSchema: input.shape, annotations }, async given => {
    try {
      const result = await run(given)
      return { content: [{ type: 'text', text: JSON.stringify(result) }] }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { code, message } = error
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ code, message }) }] }
    }
  })
}

const address = z.object({ id: z.string().max(14), format: z.enum(['srt', 'vtt']) })

/** `jamak://subtitles/{id}.{format}`: the finished subtitles of the newest submissions. */
function registerSubtitles(server: McpServer, connect: () => Promise<Client>): void {
  const template = new ResourceTemplate('jamak://subtitles/{id}.{format}', {
    async list() {
      const { submissions } = await (await connect()).call('v1List')
      const done = submissions.filter(({ status }) => status === 'done')
      return {
        resources: done.map(({ id, name }) => ({
          uri: `jamak://subtitles/${id}.srt`,
          name: `${name} (${id})`,
          mimeType: 'application/x-subrip',
        })),
      }
    },
  })
  server.registerResource('subtitles', template, { description: 'Finished Korean subtitles' }, async (uri, given) => {
    const { id, format } = address.parse(given)
    const { bytes } = await (await connect()).file('v1Subtitle', { parameters: { id }, query: { format } })
    return { contents: [{ uri: uri.href, text: new TextDecoder().decode(bytes) }] }
  })
}
