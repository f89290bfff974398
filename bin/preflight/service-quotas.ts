import type { STSClient } from '@aws-sdk/client-sts'
import * as z from 'zod'
import { signedCall } from './signed-call.ts'

const quota = z.object({ QuotaName: z.string(), Value: z.number(), Adjustable: z.boolean().default(false) })
const page = z.object({ Quotas: z.array(quota), NextToken: z.string().nullish() })

/** A quota as Service Quotas reports it for this account. */
export type Quota = z.infer<typeof quota>

/** All quotas of one service, such as `bedrock`. */
export type ListQuotas = (serviceCode: string) => Promise<Quota[]>

/** Bedrock has more than a thousand quotas; more pages than this mean that something is wrong. */
const MOST_PAGES = 100

/** @param endpoint override for tests */
export function listQuotas(sts: STSClient, region: string, endpoint?: string): ListQuotas {
  return async ServiceCode => {
    const quotas: Quota[] = []
    let NextToken: string | null | undefined
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const answer = await signedCall(sts, {
        service: 'servicequotas',
        region,
        endpoint: endpoint ?? `https://servicequotas.${region}.amazonaws.com`,
        target: 'ServiceQuotasV20190624.ListServiceQuotas',
        version: '1.1',
        body: { ServiceCode, MaxResults: 100, ...(NextToken && { NextToken }) },
      })
      const { Quotas, NextToken: more } = page.parse(answer)
      quotas.push(...Quotas)
      if (!more) return quotas
      NextToken = more
    }
    throw new RangeError(`more than ${MOST_PAGES} pages of quotas`)
  }
}
