/** See `api-facts.ts` beside the Vite configuration. */
declare module 'virtual:api-facts' {
  export const endpoints: import('@gridloom/contract/api-facts').ApiFacts
}
