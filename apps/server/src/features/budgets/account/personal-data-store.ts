import { sql } from 'kysely'
import type { PersonalData } from '../../../platform/personal-data.ts'

export const accountBudgetsPersonalData: PersonalData = {
  sections: [
    {
      name: 'account_budget',
      tables: ['account_budgets'],
      rows: (
        user,
      ) => sql`select account_id || ' ' || project as key, project, amount_micro_usd, period, on_exceed, alert_percents,
        alert_forecast, changed_by, changed_at from account_budgets where account_id = ${user}`,
    },
    {
      name: 'account_budget_alerts',
      tables: ['account_budget_alerts'],
      rows: (
        user,
      ) => sql`select project || ' ' || period_day || ' ' || percent as key, project, period_day::text, percent, at
        from account_budget_alerts where account_id = ${user}`,
    },
    {
      name: 'projects',
      tables: ['projects'],
      rows: (user) => sql`select name as key, name, description, created_by, created_at, archived_at
        from projects where account_id = ${user}`,
    },
  ],
  deleted: {
    account_budget_alerts: 'account_id',
    account_budgets: 'account_id',
    projects: 'account_id',
  },
}
