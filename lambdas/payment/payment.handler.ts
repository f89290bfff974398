import { paymentApi } from './payment-api.ts'
import { paymentRoomFromEnvironment } from './payment-room.ts'

export const handler = paymentApi(paymentRoomFromEnvironment())
