import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const modelsPersonalData: PersonalData = {
  sections: [
    {
      name: 'answers',
      tables: ['generations'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, user_id, api_key_id, allowance_id, model_id,
      endpoint_id, machine_id, state, problem, input_tokens, cached_tokens, output_tokens, first_token_ms,
      tokens_per_s, micro_usd, transaction_id, started_at, ended_at
      from generations where account_id = ${user} or user_id = ${user}`,
    },
    {
      name: 'money_for_answers',
      tables: ['spending_allowances'],
      rows: (user) => sql`select id as key, id, api_key_id, opened_at, closed_at
      from spending_allowances where account_id = ${user}`,
    },
  ],
  kept: {
    generations: 'what money records refer to: counts and prices, no word of question or answer',
    spending_allowances: 'what money records refer to',
  },
}
