import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const chatPersonalData: PersonalData = {
  sections: [
    {
      name: 'chats',
      tables: ['chats'],
      rows: (
        user,
      ) => sql`select id as key, id, model_id, title, parameters, leaf_id, created_at, changed_at
      from chats where account_id = ${user}`,
    },
    {
      name: 'chat_messages',
      tables: [],
      rows: (
        user,
      ) => sql`select m.id as key, m.id, m.chat_id, m.parent_id, m.role, m.text, m.reasoning, m.model_id,
      m.generation_id, m.state, m.problem, m.cost, m.at
      from chat_messages m join chats c on c.id = m.chat_id where c.account_id = ${user}`,
    },
    {
      name: 'chat_shares',
      tables: [],
      rows: (user) => sql`select s.id as key, s.id, s.chat_id, s.content, s.created_at, s.revoked_at
      from chat_shares s join chats c on c.id = s.chat_id where c.account_id = ${user}`,
    },
  ],
  deleted: {
    chats: 'account_id',
  },
}
