import { paymentRoomFromEnvironment } from './from-environment.ts'
import { paymentApi } from './payment-api.ts'

export const handler = paymentApi(paymentRoomFromEnvironment())
