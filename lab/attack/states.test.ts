import { describe, expect, it } from 'vitest'
import { STATES } from '../../lambdas/contract/workflow.ts'
import { sampleApp } from '../../test/support/synthesized.ts'
import { pairsOf, statesOf } from './harness/states.ts'

const states = await statesOf(sampleApp().app.synth().directory)

describe('the states that the attack injects faults into', () => {
  it('include every task of the state machines, with its function', () => {
    expect(states.filter(({ type, function: name }) => type === 'Task' && name === undefined)).toEqual([])
  })

  it('include the task that waits for its token, whose function is named in its parameters', () => {
    const state = { machine: 'Video', name: STATES.checkTranscription, type: 'Task', function: 'checkTranscription' }
    expect(states).toContainEqual({ ...state, event: {} })
    const { pairs } = pairsOf(states)
    expect(pairs.filter(pair => pair.state.name === STATES.checkTranscription)).toHaveLength(10)
  })
})
