import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { acknowledgeSite } from './acknowledged.ts'
import { Alarms } from './alarms.ts'
import { Api, createHttpApi } from './api.ts'
import { joinGeographies } from './bedrock-model.ts'
import { Budget } from './budget.ts'
import type { Config } from './config.ts'
import { Dashboard } from './dashboard.ts'
import type { DataStack } from './data-stack.ts'
import { Email } from './email.ts'
import type { SharedProps } from './lambda-function.ts'
import { SignIn } from './sign-in.ts'
import { Website } from './website.ts'
import { Workflow } from './workflow.ts'

export interface AppStackProps extends StackProps {
  config: Config
  data: DataStack
  /** Folders of the bundled handlers and of the built page. */
  bundles: string
  page: string
  /** ARN of the firewall in front of the site. */
  firewallArn?: string
}

/** Contents page of the deployment: everything that can be deleted and deployed again. `DataStack` keeps the data. */
export class AppStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, bundles, page, firewallArn, ...props }: AppStackProps) {
    super(scope, id, props)
    const { tables, bucket, users } = data
    const signInHost = `${config.signInDomainPrefix}.auth.${config.region}.amazoncognito.com`
    const tokenHost = `cognito-idp.${config.region}.amazonaws.com`
    const issuer = `https://${tokenHost}/${users.pool.userPoolId}`

    const httpApi = createHttpApi(this)
    const mediaHost = bucket.bucketRegionalDomainName
    const website = new Website(this, 'Website', {
      config,
      api: httpApi,
      signInHost,
      tokenHost,
      mediaHost,
      firewallArn,
    })
    const signIn = new SignIn(this, 'SignIn', { pool: users.pool, config, siteUrl: website.url })
    const email = new Email(this, 'Email', config)

    const shared: SharedProps = {
      config,
      bundles,
      tables,
      bucket,
      environment: {
        ...tables.variables(),
        MEDIA_BUCKET: bucket.bucketName,
        SITE_URL: website.url,
        EMAIL_SENDER: config.emailSender,
        OPERATOR_EMAIL: config.operatorEmail,
        SIGN_IN_URL: `https://${signInHost}`,
        USER_POOL_ID: users.pool.userPoolId,
        IDENTITY_SECRET: 'jamak/identity',
      },
    }
    const workflow = new Workflow(this, 'Workflow', shared)
    const api = new Api(this, 'Api', {
      shared,
      api: httpApi,
      workflow,
      signIn,
      issuer,
      userPoolArn: users.pool.userPoolArn,
    })
    const alarms = new Alarms(this, 'Alarms', { config, httpApi, api, workflow, signIn })
    const { steps, startWorkflow, resumeTranscription, sweep } = workflow
    const functions = {
      ...steps,
      startWorkflow,
      resumeTranscription,
      sweep,
      ...api.functions,
      reconcile: api.reconcile,
    }
    if (config.budgetUsd !== undefined)
      new Budget(this, 'Budget', { usd: config.budgetUsd, email: config.operatorEmail })
    new Dashboard(this, 'Dashboard', { functions, alarms: alarms.all })

    const models = [config.bedrockModelId, config.checkingModel].filter(id => id !== undefined)
    website.deploy(
      page,
      {
        region: config.region,
        userPoolId: users.pool.userPoolId,
        userPoolClientId: signIn.client.userPoolClientId,
        signInDomain: signInHost,
        providers: config.providers.map(({ name }) => name),
        signIn: 'hosted',
        tossClientKey: config.tossClientKey,
        testPay: config.testPay,
        youtubeFetch: config.youtubeFetch === 'on',
        registers: config.registers,
        processing: {
          model: models.length > 0 ? { geography: joinGeographies(models) } : undefined,
          optedOut: config.aiOptOut,
        },
        company: config.company,
      },
      [signIn, email, workflow, api, alarms],
    )
    acknowledgeSite(this, { config, bucket, httpApi, api, workflow, website })

    new CfnOutput(this, 'SiteUrl', { value: website.url })
    new CfnOutput(this, 'Distribution', { description: 'what DOMAIN_NAME leads to', value: website.host })
    const redirectUri = `https://${signInHost}/oauth2/idpresponse`
    new CfnOutput(this, 'ProviderRedirectUri', { description: 'for each social provider', value: redirectUri })
    new CfnOutput(this, 'StateMachine', { value: workflow.machine.stateMachineArn })
    new CfnOutput(this, 'ClosingMachine', { value: workflow.closing.stateMachineArn })
  }
}
