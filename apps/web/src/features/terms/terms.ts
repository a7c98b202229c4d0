import { product } from '@gridloom/contract/core/product'

export interface TermsSection {
  /** Anchor in the URL; must stay stable for existing links. */
  id: string
  title: string
  paragraphs: readonly string[]
}

/** The day on which this version came into force. */
export const termsDate = '2026-11-23'

const { name } = product

/** Stands for the platform fee in a paragraph. */
export const feeMark = '{fee}'

/** The terms in plain language, in the order of use. */
export const terms: readonly TermsSection[] = [
  {
    id: 'what-this-is',
    title: 'What this is',
    paragraphs: [
      `${name} is a marketplace. Providers offer machines that they own; renters run containers on them; the platform measures, meters and keeps the books. The operator is the person or company that runs this installation. You agree with the operator, and by renting or hosting also with the other side of that rental.`,
      'These terms hold from the moment you register. If you act for a company, you say that you may do so.',
    ],
  },
  {
    id: 'beta',
    title: 'This is a beta',
    paragraphs: [
      'The product is being built. Parts may change, break or go away, and there is no promise that it is always there. An access code is needed to rent and to host; it may be refused or withdrawn.',
      'Do not run anything here that could harm someone if it stopped without warning. Keep a copy of anything you cannot lose.',
    ],
  },
  {
    id: 'your-account',
    title: 'Your account',
    paragraphs: [
      'One account is one person, with an e-mail address that you can read. Verify it, keep your password and keys to yourself, and tell the operator if you think that someone else has them. What is done with your account or your API keys counts as done by you until then.',
      'You must be old enough to agree to a contract where you live.',
    ],
  },
  {
    id: 'renting',
    title: 'Renting',
    paragraphs: [
      'A quote is an all-in price, locked for 60 seconds. An order puts money on hold and starts your container on the machine that you chose. You pay per second for the time in which it ran, as machine and platform both saw it, from the moment it is ready, you enter it, or it has run for five minutes, whichever comes first; pulling the image costs nothing. The free start is at most half an hour a day for all your orders together. After you stop or destroy it nothing is charged beyond ten seconds. The receipt lists every interval.',
      'Prices include the platform fee.',
      'When your balance runs out, your instances are stopped. Their disks are kept for 48 hours and then deleted. Destroying an instance deletes its disk at once.',
      'A machine belongs to its provider, who has physical control of it. Do not put there what the provider must never see.',
    ],
  },
  {
    id: 'hosting',
    title: 'Hosting',
    paragraphs: [
      'Offer only machines that are yours or that you may offer, and describe nothing differently from what they are: hardware is measured. You pay for power, network and repair.',
      'You must not look into, copy or change what renters run, and must not disturb it. Unlisting a machine takes it off the market; what is rented runs on until it ends.',
      `You earn what renters pay for your machine, less the platform fee, which is ${feeMark} of each charge for new orders. An order keeps the fee that was in force when it was placed, until it ends: a new fee applies to new orders only, and providers are told of it and its date in the app and, unless they turned off emails about machines, by email. Every earning and its fee are listed under Billing. Taxes on it are yours to declare.`,
    ],
  },
  {
    id: 'money',
    title: 'Money',
    paragraphs: [
      'One credit is one US dollar of balance, kept to the millionth. Every transaction is recorded in a ledger that cannot be changed afterwards; an error is corrected by a further transaction that says so.',
      'Welcome credit and other credit that you were given can be spent here. It cannot be paid out or sold.',
      'If a machine fails you, you are not charged for the time in which your container was not ready. Beyond that there is no refund, unless the law where you live says otherwise.',
    ],
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    paragraphs: [
      'Nothing illegal; no attacks on others, on the machines, on their networks or on the platform; no malware, spam, or scanning of systems that are not yours; no attempt to break out of a container; nothing that infringes the rights of others or shows the abuse of children.',
      'No more than one account to get welcome credit more than once, and no pretended use.',
      'The operator may stop an instance, unlist a machine or suspend an account that breaks this, at once where it is urgent, and says why.',
    ],
  },
  {
    id: 'your-content',
    title: 'What you bring stays yours',
    paragraphs: [
      `Images, files, models and results that you bring or make remain yours. You let ${name} and the provider handle them as far as it takes to run what you asked for, and no further.`,
    ],
  },
  {
    id: 'your-data',
    title: 'Your data',
    paragraphs: [
      'Kept are: your address, what you write in your profile, where and when you signed in, what you did (the audit log), and what was rented, hosted and paid. It is used to run the product, to keep it safe, and to send you the notifications you chose. It is not sold.',
      'The page keeps your sign-in in a cookie for seven days, and your theme and similar choices in your browser. There is no tracking by third parties; where the operator has switched on a third party’s human check or sign-in, that party sees that you use it.',
      'Under Account you can take everything that is kept of you with you as one document, and delete the account. Records of money are then kept without your name for as long as the law wants them.',
    ],
  },
  {
    id: 'liability',
    title: 'What we answer for',
    paragraphs: [
      'The product is given as it is. The operator answers without limit for intent and gross negligence, and for injury to life and health; otherwise only for what a user may always count on, and then for no more than you paid in the three months before. No one is liable for lost data that you could have kept a copy of.',
      'Nothing here takes away rights that the law gives you and that cannot be given up.',
    ],
  },
  {
    id: 'ending',
    title: 'Ending it',
    paragraphs: [
      'You can delete your account at any time, once you have nothing running. The operator can end it with 14 days’ notice, or at once for a serious reason. What you have earned by then is still owed to you.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    paragraphs: [
      'When these terms change (except for the platform fee, which never changes an existing order), the date above changes and an announcement says so at least 14 days ahead. If you do not agree, you can delete your account before then; continuing to use it means that you agree. If one sentence is void, the others remain in effect.',
    ],
  },
]
