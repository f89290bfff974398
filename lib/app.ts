import { App, Tags } from 'aws-cdk-lib'
import { AppStack } from './app-stack.ts'
import type { Config } from './config.ts'
import { DataStack } from './data-stack.ts'
import { FirewallStack } from './firewall-stack.ts'

export interface JamakAppProps {
  config: Config
  /** Folders of the bundled handlers and of the built page. */
  bundles: string
  page: string
  outdir?: string
  /** Whether to validate the templates against CDK's rules, which take seconds to load. */
  validation?: boolean
}

/** The whole application. A programmatic synthesis ignores cdk.json, so the feature flags are here. */
export function createApp({ config, bundles, page, outdir, validation = true }: JamakAppProps): {
  app: App
  data: DataStack
  site: AppStack
} {
  const app = new App({
    outdir,
    builtinCloudFormationValidation: validation,
    // With autoSynth, CDK would synthesize a half-built application at exit after a faulty setting.
    autoSynth: false,
    context: {
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
      '@aws-cdk/core:validateAgainstDefaultRules': true,
      '@aws-cdk/aws-lambda:recognizeLayerVersion': true,
      '@aws-cdk/customresources:installLatestAwsSdkDefault': false,
    },
  })
  const env = { region: config.region }
  const data = new DataStack(app, 'JamakData', {
    env,
    terminationProtection: config.deployment === 'production',
  })
  const firewall = config.firewall
    ? new FirewallStack(app, 'JamakFirewall', { env: { region: 'us-east-1' }, crossRegionReferences: true })
    : undefined
  const site = new AppStack(app, 'JamakApp', {
    env,
    config,
    data,
    bundles,
    page,
    firewallArn: firewall?.arn,
    crossRegionReferences: config.firewall,
  })
  Tags.of(app).add('application', 'jamak')
  return { app, data, site }
}
