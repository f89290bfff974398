import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { HEARD_AT_ONCE, STATES } from '../../lambdas/contract/workflow.ts'
import { RECOGNIZER } from '../../lib/hearing-layer.ts'
import { fullApp, sampleApp } from '../support/synthesized.ts'
import { grantsOf } from './grants.ts'
import { resourcesOf } from './resources.ts'

const state = z.looseObject({ Next: z.string().optional() })
const machine = z.object({ States: z.record(z.string(), state) })
function workflowOf(template: Template): z.infer<typeof machine> {
  const found = Object.entries(template.findResources('AWS::StepFunctions::StateMachine')).find(([id]) =>
    id.includes('Video'),
  )?.[1]
  const definition = z.object({
    Properties: z.object({ DefinitionString: z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }) }),
  })
  const [, parts] = definition.parse(found).Properties.DefinitionString['Fn::Join']
  return machine.parse(JSON.parse(parts.map(part => (typeof part === 'string' ? part : 'arn')).join('')))
}

describe('HEARING=own', () => {
  const own = Template.fromStack(fullApp().site)

  it('runs the recognizer on arm64 with Lambda’s full memory, space for the weights, and the layer', () => {
    const [found] = resourcesOf(own, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Description === 'lambdas/transcription/hear-sound.handler.ts',
    )
    expect(found?.Properties).toMatchObject({
      Architectures: ['arm64'],
      MemorySize: 10_240,
      EphemeralStorage: { Size: 2048 },
      Timeout: 900,
      Layers: [{ Ref: expect.stringContaining('Recognizer') }],
      Environment: { Variables: { RECOGNIZER_PATH: `/opt/${RECOGNIZER}` } },
    })
  })

  it('lets the recognizer read the paid-for sound, the captions and the weights, and write nothing but its transcripts', () => {
    const grants = grantsOf(own).filter(({ who }) => who === 'transcription/hear-sound')
    const keysOf = (action: string) =>
      grants
        .filter(grant => grant.action === action)
        .map(({ resource }) => /\/([^"/][^"]*)"\]\]\}$/.exec(resource)?.[1])
    expect(keysOf('s3:GetObject').sort()).toEqual([
      'hearing/*',
      'work/*/captions.json',
      'work/*/heard.json',
      'work/*/sound.mp4',
    ])
    expect(keysOf('s3:PutObject')).toEqual(['work/*/heard.json'])
    const others = grants.map(({ action }) => action).filter(action => !/^s3:(?:Get|Put)Object$/.test(action))
    expect(new Set(others)).toEqual(
      new Set(['s3:ListBucket', 'dynamodb:GetItem', 'logs:CreateLogStream', 'logs:PutLogEvents']),
    )
    expect(
      grantsOf(own).filter(({ resource, action }) => resource.includes('/hearing/') && action !== 's3:GetObject'),
    ).toEqual([])
  })

  it('transcribes a bounded number of parts at once, and leaves a part that fails to Amazon Transcribe', () => {
    const { States } = workflowOf(own)
    expect(States[STATES.settle]).toMatchObject({ Next: STATES.hear, ResultPath: '$.settled' })
    expect(States[STATES.hear]).toMatchObject({
      Next: STATES.startTranscription,
      MaxConcurrency: HEARD_AT_ONCE,
      ItemProcessor: {
        States: {
          [STATES.hearSound]: { Catch: [{ ErrorEquals: ['States.ALL'], Next: STATES.leaveToTranscribe }] },
          [STATES.leaveToTranscribe]: { Type: 'Pass', End: true },
        },
      },
      Catch: [{ ErrorEquals: ['States.ALL'], Next: STATES.refund }],
    })
  })

  it('is refused without its layer, and names the command that builds it', () => {
    expect(() => sampleApp({ HEARING: 'own', HEARING_LAYER: '/nowhere' })).toThrow('npm run models -- --layer')
  })
})

it('without HEARING=own, neither the function nor its states exist', () => {
  const template = Template.fromStack(sampleApp().site)
  expect(JSON.stringify(template)).not.toContain('hear-sound')
  expect(Object.keys(workflowOf(template).States)).not.toContain(STATES.hear)
})
