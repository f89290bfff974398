import { join } from 'node:path'
import { startLocalAws } from '#local-aws'
import { DOCUMENTS } from '../lambdas/contract/pages.ts'
import type { Cloud, CloudOptions, PageServer } from './cloud/options.ts'
import { openServices } from './cloud/services.ts'
import { liveSiteConfig } from './cloud/site-config.ts'
import { partnerHosts } from './hosts.ts'
import { KOREAN_TEXTS } from './texts.ts'
import { areTossTestKeys } from './toss/index.ts'
import { installYtDlp, standsInForYoutube } from './youtube/index.ts'

export type { Cloud, CloudOptions } from './cloud/options.ts'

/** Signed in by the page's test payment without any page, as the specification demands. */
const TEST_PAYER = { subject: 'test-pay', name: '결제 테스트', email: 'test-pay@example.com' }

/**
 * Runs Jamak on this machine: the synthesized application on the local AWS services, plus Transcribe, Translate, Bedrock,
 * Toss and YouTube.
 * @throws DataInUseError, PortTakenError, and an error that names a resource with an unsupported feature
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { env, engines: _engines, youtubeSamples, page, ...general } = options
  const youtube = standsInForYoutube(env)
  const toss = !areTossTestKeys(env.TOSS_CLIENT_KEY, env.SECRET_TOSS)
  let opened: Awaited<ReturnType<typeof openServices>> | undefined
  const siteConfig = liveSiteConfig(() => opened, toss)

  const aws = await startLocalAws({
    ...general,
    env,
    name: 'Jamak',
    kakaoItems: env.KAKAO_CONSENT_ITEMS ? env.KAKAO_CONSENT_ITEMS.split(/[\s,]+/) : undefined,
    loginHints: { 'test-pay': TEST_PAYER },
    texts: KOREAN_TEXTS,
    hosts: awsUrl => partnerHosts(awsUrl, { toss, youtube }),
    programs: youtube ? [await installYtDlp(join(options.folder, 'programs'), youtubeSamples)] : [],
    siteFiles: { 'config.json': siteConfig, ...(page && documentsOf(page)) },
    async extend(context) {
      if (!toss) context.log('Payments go to the test environment of Toss Payments. No money moves.')
      const services = await openServices(options, context)
      opened = services
      await page?.open(context.siteServer)
      return {
        site: page?.handle,
        services: { transcribe: services.transcribe, translate: services.translate, bedrock: services.bedrock },
        pages: {
          toss: services.toss.handle,
          ...(services.youtube && { youtube: async (req, res) => services.youtube?.handle(req, res) }),
        },
        close: services.close,
      }
    },
  })
  const services = opened
  if (!services) throw new Error('The local services were not opened.')
  const { transcribe, translate, bedrock } = services
  return {
    ...aws,
    services: { ...aws.services, transcribe, translate, bedrock, youtube: services.youtube },
    get engines() {
      return services.engines()
    },
  }
}

/** The page's own document in place of every deployed one. */
function documentsOf(page: PageServer): Record<string, () => Buffer> {
  return Object.fromEntries(Object.values(DOCUMENTS).map(path => [path.slice(1), page.document]))
}
