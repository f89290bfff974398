import { DescribeCertificateCommand } from '@aws-sdk/client-acm'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { isNamed, type Question } from './finding.ts'

/** The certificate of a custom domain must be in us-east-1, issued, and valid for that domain. */
export function certificate({ acm }: Clients, { domain }: Config): Question {
  return {
    what: 'Certificate',
    permission: 'acm:DescribeCertificate',
    async look() {
      if (!domain) return { state: 'ok', found: 'none needed: no DOMAIN_NAME' }
      const request = 'ACM in us-east-1: request one for DOMAIN_NAME, validated by DNS; then set CERTIFICATE_ARN'
      try {
        const described = new DescribeCertificateCommand({ CertificateArn: domain.certificateArn })
        const { Certificate } = await acm.send(described)
        const names = Certificate?.SubjectAlternativeNames ?? [Certificate?.DomainName ?? '']
        if (!names.some(name => covers(name, domain.name)))
          return { state: 'missing', found: `for ${names.join(', ')}, not for ${domain.name}`, next: request }
        if (Certificate?.Status === 'ISSUED') return { state: 'ok', found: `${domain.name}, issued` }
        const next =
          Certificate?.Status === 'PENDING_VALIDATION' ? 'ACM in us-east-1: add its CNAME record to the DNS' : request
        return { state: 'missing', found: `${domain.name}, ${Certificate?.Status}`, next }
      } catch (error) {
        if (!isNamed(error, 'ResourceNotFoundException')) throw error
        return { state: 'missing', found: `no ${domain.certificateArn}`, next: request }
      }
    },
  }
}

/** A wildcard matches exactly one label. */
function covers(certified: string, host: string): boolean {
  if (!certified.startsWith('*.')) return certified === host
  return host.slice(host.indexOf('.')) === certified.slice(1)
}
