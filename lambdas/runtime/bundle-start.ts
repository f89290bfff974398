import { nameSources } from './stack-traces.ts'

// The bundle is CommonJS: this is its own file.
nameSources(__filename)
