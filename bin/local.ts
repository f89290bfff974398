import { startLocal } from '../local/start.ts'

// npm start: synthesizes the stacks and runs them on this machine.
process.exitCode = await startLocal(process.env)
