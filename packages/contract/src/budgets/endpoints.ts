import { endpoint } from '../core/endpoint.ts'
import { AccountBudgetSettings, BudgetOfAccount } from './account-budget.ts'
import { SpendQuery, SpendReport } from './spend.ts'

export const budgets = {
  spend: endpoint({
    method: 'GET',
    path: '/api/spend',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve spend',
    summary: 'Retrieve what your account spent by day (UTC) and product, member or API key',
    query: SpendQuery,
    response: SpendReport,
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/budgets/account',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve account budget',
    summary: 'Retrieve the budget of your account: what is spent, on hold, left and expected',
    response: BudgetOfAccount,
  }),
  changeAccount: endpoint({
    method: 'PUT',
    path: '/api/budgets/account',
    auth: 'session',
    reauth: 'recent',
    title: 'Set account budget',
    summary:
      'Set what your account may spend in a day, week or month (UTC), its alerts, and whether spending stops there',
    body: AccountBudgetSettings,
    response: BudgetOfAccount,
    errors: ['forbidden'],
    perMinute: 30,
  }),
  removeAccount: endpoint({
    method: 'DELETE',
    path: '/api/budgets/account',
    auth: 'session',
    reauth: 'recent',
    title: 'Remove account budget',
    summary: 'Remove the budget of your account. Without one nothing is done',
    response: BudgetOfAccount,
    errors: ['forbidden'],
    perMinute: 30,
  }),
} as const
