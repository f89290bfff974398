import { type Inspection, inspectYtDlp } from './yt-dlp/inspect.ts'

// node_modules/.bin/node bin/check-yt-dlp.ts [program]: checks without a network whether a yt-dlp accepts our command line.
const [program = 'yt-dlp'] = process.argv.slice(2)
const inspection = await inspectYtDlp(program, process.env.PATH ?? '')
console.log(report(inspection))
process.exitCode = inspection.accepted ? 0 : 1

function report({ version, options, unlisted, accepted, asked, said }: Inspection): string {
  if (version === undefined) return `${program} cannot be started: ${said}`
  return [
    `yt-dlp ${version}: ${accepted ? 'takes the whole command line' : 'does not take the command line'}`,
    `  options     ${options.length}`,
    `  unlisted    ${unlisted.join(' ') || 'none'}`,
    `  asked for   ${asked.join(' ') || 'no host'} (the closed proxy let nothing through)`,
    `  last words  ${said}`,
  ].join('\n')
}
