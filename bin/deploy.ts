import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deploy, OUTPUTS } from './deploy/deploy.ts'
import { lastLook } from './deploy/last-look.ts'
import { preflightHere } from './preflight/open.ts'

// npm run deploy: preflight, synthesis, `cdk deploy --all`, last look. Further arguments go to `cdk deploy`.
const root = join(import.meta.dirname, '..')
const cdk = join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk')

process.exitCode = await deploy(
  {
    preflight: () => preflightHere(root),
    cdk: (...args) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [cdk, ...args], { cwd: root, stdio: 'inherit' })
        child.once('error', reject)
        child.once('close', code => resolve(code ?? 1))
      }),
    lastLook: () => lastLook(JSON.parse(readFileSync(join(root, OUTPUTS), 'utf8')), fetch),
    print: text => console.log(text),
  },
  process.argv.slice(2),
)
