import { expose } from 'comlink'
import { RecutWork } from './recut-work.ts'

expose(new RecutWork())
