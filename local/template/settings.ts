import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { standsInForYoutube } from '../youtube/index.ts'

/** Variables of the machine, over those of `.env` (of `.env.example` where there is none), over the local defaults. */
export async function readSettings(
  root: string,
  machine: Record<string, string | undefined>,
): Promise<Record<string, string | undefined>> {
  const own = await readFile(join(root, '.env'), 'utf8').catch(() => undefined)
  const example = await readFile(join(root, '.env.example'), 'utf8')
  const file = parseEnv(own ?? example)
  return { ...file, ...(own === undefined && forTrying({ ...file, ...machine })), ...machine, DEPLOYMENT: 'local' }
}

/**
 * What is on for who has no settings of their own: the button that fakes a payer, and fetching, as long as a stand-in
 * is all that it can be fetched from. Only an operator's own word lets anything be fetched from YouTube itself.
 */
function forTrying(settings: Record<string, string | undefined>): Record<string, string> {
  return { TEST_PAY: 'on', ...(standsInForYoutube(settings) && { YOUTUBE_FETCH: 'on' }) }
}
