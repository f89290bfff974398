import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = import.meta.dirname
const TESTS = '{test,packages/*/test}/**/*.test.{ts,tsx}'
const STORIES = 'test/{journey,browser}/**/*.test.{ts,tsx}'
/**
 * `npm run test:nightly`: long searches and load, bad conditions, other browsers, films, engines and packages, and the
 * stories off the main path, on which a guest submits a video, pays, finds it in the archive and edits it.
 * They take two thirds of the CPU of all tests and fail only when their own feature changes, so `.ci/run` runs them once,
 * before a change lands.
 */
const NIGHTLY = [
  '{test/nightly,lab}/**/*.test.ts',
  'test/browser/!({archive,editor,guest,journey,payment,upload}.test.ts)',
  'test/journey/{api-examples,api-keys,failures,group,killed,ledger-ops,long-subtitles,names,own-hearing}.test.ts',
  'test/journey/{retry-and-delete,transcription-events,transient-errors,uploads,variant,youtube}.test.ts',
  'test/local/engines/**/*.test.ts',
  'test/{packages,bin/check-toss,closing/interrupted-uploads,payment/crash}.test.ts',
]
/** Tests that start programs, browsers, builds or local services, or take over a second of CPU. */
const SLOW = [
  'packages/local-aws/test/**/*.test.ts',
  'test/{bin,lib,local,ops,web/build}/**/*.test.ts',
  'packages/{cli/test/mcp,subtitle-engine/test/{cue/any-input,edit/edit,read/limits}}.test.ts',
  'test/archive/{edits,names-and-search,page-and-server,proof}.test.ts',
  'test/{delivery/write-subtitle,email/{group-email,send-owed},payment/debts,web/upload/read-script-file}.test.ts',
  'test/records/{archive-pages,day-budget,hold,ledger-model,turns}.test.ts',
  'test/{source/{fetch-source,transcribed-sound,yt-dlp},submission/{copy-video,upload-in-parts}}.test.ts',
  'test/{transcription/{parts,queued},translation/{check-meaning,long-talk,patience}}.test.ts',
]

// What tests write goes into one folder, which ends with the run: half a gigabyte that a worker or a browser would leave.
const written = mkdtempSync(join(tmpdir(), 'jamak-tests-'))
process.env.TMPDIR = written
process.env.TEMP = written
process.on('exit', () => rmSync(written, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

export default defineConfig({
  root: ROOT,
  test: {
    // Long enough for a machine that does other work, too: a limit is no promise.
    testTimeout: 120_000,
    // One less than there are cores is the default: half of a small machine would wait.
    maxWorkers: 2,
    // A worker keeps what it imported for its next file: the AWS SDK and CDK take longer to load than most files to run.
    isolate: false,
    // A worker that keeps its modules has a heap that is costly to look through: it may grow first.
    // Room for short-lived objects saves a seventh of the CPU, which copying the living ones would take.
    execArgv: ['--initial-old-space-size=2048', '--min-semi-space-size=64', '--max-semi-space-size=128'],
    hookTimeout: 240_000,
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['test/support/properties.ts'],
    // Thousands of log lines of functions would bury a failure's own; `STORY_LOGS=on` asks for them.
    silent: process.env.STORY_LOGS !== 'on' && 'passed-only',
    // Programs that tests start take off types and compile once for all of them: half of the CPU of `npm run ops -- --help`.
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/code') },
    projects: [
      project('quick', [TESTS], [STORIES, ...NIGHTLY, ...SLOW]),
      project('slow', SLOW, NIGHTLY),
      project('stories', [STORIES], NIGHTLY, true),
      project('nightly', NIGHTLY, [], true),
    ],
  },
})

/** Stories share one synthesized application. */
function project(name: string, include: string[], exclude: string[] = [], areStories = false) {
  const limits = areStories && {
    globalSetup: ['test/support/synthesize.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
  }
  return { extends: true as const, test: { name, include, exclude: ['**/node_modules/**', ...exclude], ...limits } }
}
