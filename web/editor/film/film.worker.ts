import { expose } from 'comlink'
import { FilmWork } from './film-work.ts'

expose(new FilmWork())
