import { paymentApi } from './payment-api.ts'
import { paymentDepsFromEnvironment } from './payment-deps.ts'

export const handler = paymentApi(paymentDepsFromEnvironment())
