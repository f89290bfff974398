import { paginateListDistributions } from '@aws-sdk/client-cloudfront'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import type { Question } from './finding.ts'
import type { DeployedStack } from './stacks.ts'

/** A domain can belong to only one CloudFront distribution: if another one has it, the deployment fails. */
export function alias({ cloudFront }: Clients, { domain }: Config, deployed: DeployedStack[]): Question {
  const ours = deployed
    .flatMap(({ resources }) => resources)
    .flatMap(({ type, id }) => (type === 'AWS::CloudFront::Distribution' ? id : []))
  return {
    what: 'Domain',
    permission: 'cloudfront:ListDistributions',
    async look() {
      if (!domain) return undefined
      for await (const { DistributionList } of paginateListDistributions({ client: cloudFront }, {}))
        for (const { Id = '', Aliases } of DistributionList?.Items ?? [])
          if (!ours.includes(Id) && Aliases?.Items?.includes(domain.name))
            return {
              state: 'missing',
              found: `${domain.name} is an alias of the distribution ${Id}`,
              next: 'remove the alias from that distribution in CloudFront, or choose another DOMAIN_NAME',
            }
      return { state: 'ok', found: `${domain.name}, on no other distribution of this account` }
    },
  }
}
