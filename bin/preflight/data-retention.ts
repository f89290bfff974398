import { GetAccountDataRetentionCommand } from '@aws-sdk/client-bedrock'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import type { Question } from './finding.ts'

/**
 * The privacy policy says that Bedrock keeps nothing. That holds in the mode `none` only: in any other, AWS may keep what
 * some models receive for up to 30 days (Bedrock user guide, "Data retention", read 2026-11-23).
 */
export function dataRetention({ bedrock }: Clients, { translator, checkingModel, region }: Config): Question[] {
  if (translator !== 'bedrock' && checkingModel === undefined) return []
  const next = `aws bedrock put-account-data-retention --mode none --region ${region}: the privacy policy says that nothing is kept`
  return [
    {
      what: 'Bedrock, data retention',
      permission: 'bedrock:GetAccountDataRetention',
      async look() {
        const { mode = 'not set' } = await bedrock.send(new GetAccountDataRetentionCommand({}))
        return mode === 'none' ? { state: 'ok', found: mode } : { state: 'later', found: mode, next }
      },
    },
  ]
}
