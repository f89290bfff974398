import { App, Tags } from 'aws-cdk-lib'
import { AppStack } from './app-stack.ts'
import type { Config } from './config.ts'
import { DataStack } from './data-stack.ts'
import { FirewallStack } from './firewall-stack.ts'

export interface JamakAppProps {
  config: Config
  /** Folder of the bundled handlers, and of the built page. */
  bundles: string
  page: string
  outdir?: string
  /** Whether a synthesis checks the templates by CDK's rules: loading them takes seconds. */
  validation?: boolean
}

/** The whole application; a programmatic synth ignores cdk.json, so its feature flags stand here. */
export function createApp({ config, bundles, page, outdir, validation = true }: JamakAppProps): {
  app: App
  data: DataStack
  site: AppStack
} {
  const app = new App({
    outdir,
    builtinCloudFormationValidation: validation,
    // What a faulty setting cut short must not be synthesized when the process ends.
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
