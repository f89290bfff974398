import { expose } from 'comlink'
import { decodeFewPictures } from '../../shared/few-pictures.ts'
import { FilmWork } from './film-work.ts'

decodeFewPictures()
expose(new FilmWork())
