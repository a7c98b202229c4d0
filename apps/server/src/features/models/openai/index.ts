export { payerFor } from './payer.ts'
export { openAiRoutes } from './routes.ts'
