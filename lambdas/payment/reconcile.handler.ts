import * as z from 'zod'
import { step } from '../runtime/step.ts'
import { paymentRoomFromEnvironment } from './payment-room.ts'
import { reconcile } from './reconcile.ts'

const room = paymentRoomFromEnvironment()

export const handler = step(z.unknown(), () => reconcile(room))
