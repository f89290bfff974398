import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** The values of `.env.example`. */
export function exampleSettings(): Record<string, string | undefined> {
  return parseEnv(readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8'))
}
