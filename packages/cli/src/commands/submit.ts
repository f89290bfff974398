import type { SubmissionView } from '../../../../lambdas/contract/routes/v1-routes.ts'
import type { Command, Context } from '../context.ts'
import { EXIT, Fault } from '../fault.ts'
import { type Client, createClient } from '../service/client.ts'
import { save } from '../service/save.ts'
import { readScript } from '../service/script.ts'
import { readSettings } from '../service/settings.ts'
import { openSource } from '../service/source.ts'
import { StageBars } from '../service/stage-bars.ts'
import { follow, submit } from '../service/submit.ts'
import { PROFILE_NAMES, percent } from '../subtitles.ts'
import { oneOf, parseWords, wholeNumber, wrong } from '../words.ts'

/**
 * Submits files and links; with `--wait` or `--out`, waits for the subtitles and saves them. `--max-tokens` is the
 * ceiling for all of them together. A source that would exceed it is not submitted. Results go to standard output,
 * progress to a terminal.
 */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    wait: { type: 'boolean', default: false },
    out: { type: 'string', short: 'o' },
    format: { type: 'string', default: 'srt' },
    profile: { type: 'string', default: 'standard' },
    track: { type: 'string' },
    script: { type: 'string' },
    notes: { type: 'string' },
    'max-tokens': { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const { say } = context
  if (positionals.length === 0) throw wrong(say('noFile'))
  const profile = oneOf(context, '--profile', PROFILE_NAMES, values.profile)
  const track = wholeNumber(context, '--track', values.track)
  let left = wholeNumber(context, '--max-tokens', values['max-tokens'])
  if (values.script !== undefined && positionals.length > 1) throw wrong(say('oneScript'))
  const script = await readScript(context, values)
  const report = reporter(context, values.json)
  const client = createClient(context, await readSettings(context))
  const submitted: SubmissionView[] = []
  let exit: number = EXIT.done
  for (const name of positionals) {
    try {
      const source = await openSource(context, name, track)
      const wish = { profile, script, maxTokens: left, onShare: (share: number) => report.share('uploading', share) }
      const submission = await submit(context, client, source, wish)
      report.submitted(submission)
      submitted.push(submission)
      if (left !== undefined) left -= submission.tokens
    } catch (error) {
      if (!(error instanceof Fault) || positionals.length === 1) throw error
      report.fault(name, error)
      exit = Math.max(exit, error.exit)
    }
  }
  if (!values.wait && values.out === undefined) return exit
  const out = values.out ?? '.'
  for (const { id } of submitted) {
    const isDone = await finish(context, client, { id, out, format: values.format }, report)
    if (!isDone) exit = Math.max(exit, EXIT.failed)
  }
  return exit
}

type Report = ReturnType<typeof reporter>

async function finish(
  context: Context,
  client: Client,
  wanted: { id: string; out: string; format: string },
  report: Report,
): Promise<boolean> {
  const submission = await follow(context, client, wanted.id, report.status)
  if (submission.status === 'done') report.saved(submission, await save(context, client, wanted))
  return submission.status === 'done'
}

/** Writes events as JSON lines, or as sentences with bars on a terminal. */
function reporter({ say, stdout, stderr, now }: Context, isJson: boolean) {
  const bars = !isJson && stderr.isTTY ? new StageBars(stderr, now) : undefined
  const event = (name: string, fields: object) => stdout.write(`${JSON.stringify({ event: name, ...fields })}\n`)
  const line = (text: string) => stdout.write(`${text}\n`)
  return {
    share: (stage: string, share: number) => bars?.show(stage, share),
    submitted(submission: SubmissionView) {
      bars?.finish()
      const { id, name, tokens } = submission
      if (isJson) event('submitted', submission)
      else line(say('submitted', id, name, tokens))
    },
    fault(name: string, { code, message }: Fault) {
      if (isJson) event('refused', { name, code, message })
      else stderr.write(`${name}: ${message}\n`)
    },
    status(submission: SubmissionView) {
      const { id, status, failure, refunded = 0 } = submission
      if (isJson) event('status', submission)
      if (status === 'done' || status === 'failed') bars?.finish()
      else bars?.show(status, 0.5)
      if (!isJson && failure) stderr.write(`${say('failed', id, failure.code, failure.message, refunded)}\n`)
    },
    saved({ id, certificate }: SubmissionView, path: string) {
      const { cues = 0, kept = 0 } = certificate ?? {}
      const share = cues > 0 ? percent(kept / cues) : 100
      if (isJson) event('saved', { id, path, cues, kept })
      else (path === '-' ? stderr : stdout).write(`${say('saved', path, cues, share)}\n`)
    },
  }
}
