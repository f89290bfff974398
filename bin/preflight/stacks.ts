import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { type Answer, isNamed, type Question } from './finding.ts'

/** Oldest version of CDK's bootstrap stack that the synthesized stacks accept. */
const OLDEST_BOOTSTRAP = 6

/** A stack of an earlier deployment. */
export interface DeployedStack {
  name: string
  status: string
  isProtected: boolean
  resources: { type: string; id: string }[]
}

/** The stack of that name, or undefined if there is none. */
export async function findStack(client: CloudFormationClient, name: string): Promise<DeployedStack | undefined> {
  const stack = await describe(client, name)
  if (!stack) return undefined
  const resources: DeployedStack['resources'] = []
  for await (const { StackResourceSummaries } of paginateListStackResources({ client }, { StackName: name }))
    for (const { ResourceType, PhysicalResourceId, ResourceStatus } of StackResourceSummaries ?? [])
      if (ResourceType && PhysicalResourceId && ResourceStatus !== 'DELETE_COMPLETE')
        resources.push({ type: ResourceType, id: PhysicalResourceId })
  return {
    name,
    status: stack.StackStatus ?? '',
    isProtected: stack.EnableTerminationProtection ?? false,
    resources,
  }
}

async function describe(client: CloudFormationClient, name: string) {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }))
    return Stacks?.[0]
  } catch (error) {
    // CloudFormation has no specific error code for this.
    if (isNamed(error, 'ValidationError') && String(error).includes('does not exist')) return undefined
    throw error
  }
}

/** Returns the media bucket's name if the bucket is deployed. The page has a separate bucket. */
export function mediaBucketOf(deployed: readonly DeployedStack[]): string | undefined {
  const resources = deployed.flatMap(stack => stack.resources)
  return resources.find(({ type, id }) => type === 'AWS::S3::Bucket' && /media/i.test(id))?.id
}

/** CDK's bootstrap bucket and roles. */
export function bootstrap(
  cloudFormation: CloudFormationClient,
  account: string,
  region: string,
  what: string,
): Question {
  const next = `npx cdk bootstrap aws://${account}/${region}`
  return {
    what,
    permission: 'cloudformation:DescribeStacks',
    async look() {
      const stack = await describe(cloudFormation, 'CDKToolkit')
      if (!stack) return { state: 'missing', found: `no stack CDKToolkit in ${region}`, next }
      const version = Number(stack.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue)
      if (version >= OLDEST_BOOTSTRAP) return { state: 'ok', found: `version ${version}` }
      return { state: 'missing', found: `version ${version}, older than ${OLDEST_BOOTSTRAP}`, next }
    },
  }
}

const FIREWALL_REGION = 'us-east-1'

/** What `FIREWALL` needs in its own region, or what it left there. */
export function firewall(client: CloudFormationClient, account: string, isOn: boolean): Question[] {
  return [
    ...(isOn ? [bootstrap(client, account, FIREWALL_REGION, `CDK bootstrap, ${FIREWALL_REGION}`)] : []),
    {
      what: 'Stack JamakFirewall',
      permission: 'cloudformation:DescribeStacks and cloudformation:ListStackResources',
      async look() {
        const stack = await findStack(client, 'JamakFirewall')
        if (isOn) return judgeStack(stack, 'JamakFirewall', FIREWALL_REGION)
        if (!stack) return undefined
        return {
          state: 'later',
          found: `${stack.status}, although FIREWALL=off: it still costs money`,
          next: `after the deployment: aws cloudformation delete-stack --region ${FIREWALL_REGION} --stack-name JamakFirewall`,
        }
      },
    },
  ]
}

/** States in which CloudFormation accepts no update. CDK deletes a stack whose first deployment failed and starts over. */
const BROKEN = /^(?:ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED|UPDATE_ROLLBACK_FAILED)$/

/** What an earlier deployment left, and whether the next one can start. */
export function judgeStack(stack: DeployedStack | undefined, name: string, region: string): Answer {
  if (!stack) return { state: 'ok', found: 'not deployed yet' }
  const { status, isProtected } = stack
  const aws = (command: string) => `aws cloudformation ${command} --region ${region} --stack-name ${name}`
  if (status.endsWith('_IN_PROGRESS')) return { state: 'missing', found: status, next: 'wait until it has finished' }
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return { state: 'missing', found: status, next: aws('continue-update-rollback') }
  if (!BROKEN.test(status)) return { state: 'ok', found: status }
  if (isProtected)
    return {
      state: 'missing',
      found: `${status} and protected: the next deployment could not delete it`,
      next: `${aws('update-termination-protection --no-enable-termination-protection')} && ${aws('delete-stack')}`,
    }
  if (status === 'ROLLBACK_COMPLETE')
    return { state: 'ok', found: `${status}: the next deployment deletes it and starts over` }
  return { state: 'missing', found: status, next: aws('delete-stack') }
}
