import { product } from '@gridloom/contract/core/product'

export interface TermsSection {
  /** Anchor in the URL; must stay stable for existing links. */
  id: string
  title: string
  paragraphs: readonly string[]
}

/** The day on which this version came into force. */
export const termsDate = '2026-11-26'

const { name } = product

/** Stands for the platform fee in a paragraph. */
export const feeMark = '{fee}'

/** The terms in plain language, in the order of use. */
export const terms: readonly TermsSection[] = [
  {
    id: 'what-this-is',
    title: 'The service',
    paragraphs: [
      `${name} is a marketplace for computing power. Providers offer machines that they own, renters use them to run containers, render Blender files and query language models, and the platform measures usage, charges renters and pays providers. “Operator” means the person or company that runs this installation. You enter into an agreement with the operator and, when you rent or host, with the other party to that rental.`,
      'These terms apply from the moment you register. If you act on behalf of a company, you confirm that you are authorised to do so.',
    ],
  },
  {
    id: 'beta',
    title: 'Beta service',
    paragraphs: [
      'The service is in beta. Features may change, fail or be removed, and availability is not guaranteed. You need an access code to rent or host. The operator may refuse or withdraw access.',
      'Do not use the service for anything that could cause harm if it stopped without notice. Keep your own copies of data that you cannot afford to lose.',
    ],
  },
  {
    id: 'your-account',
    title: 'Your account',
    paragraphs: [
      'Each account belongs to one person and requires an email address that you can access. Verify your email address, keep your password and keys confidential, and notify the operator immediately if you suspect unauthorised use. You are responsible for all activity under your account and API keys until you do.',
      'You must be old enough to enter into a binding contract where you live.',
    ],
  },
  {
    id: 'renting',
    title: 'Renting',
    paragraphs: [
      'A quote is an all-in price, including the platform fee, that is locked for 60 seconds. Placing an order puts funds on hold and starts your container on the selected machine. Pulling the image is free.',
      'Charges begin as soon as your instance is ready, you first use it (with a command, a terminal or a forwarded port), or it has run for five minutes, whichever comes first. From then on you are charged for every second in which your container runs, whether or not it is ready. Free time before charges begin is limited to five minutes per order and 30 minutes per day across all your orders.',
      'Running time is measured by the machine and by the platform, and the lower measurement is charged. You are not charged while the machine is offline. If the platform itself is unavailable while your container keeps running, that time is charged according to the machine’s signed usage record, for no longer than the outage and the minute after it in which machines reconnect, and only as far as your balance and budgets cover it.',
      'After you stop or destroy an instance, at most ten more seconds of running time are charged. The disk of a stopped instance is charged at the price shown until you destroy the instance. The receipt lists every charged interval.',
      'When your balance is used up, your instances are stopped. Their disks are kept for 48 hours and then deleted. Destroying an instance deletes its disk immediately.',
      'Each machine is owned and physically controlled by its provider, who could access the data on it. Do not store data there that the provider must not see.',
    ],
  },
  {
    id: 'rendering',
    title: 'Rendering',
    paragraphs: [
      'You pay per frame, based on its render time and the speed and price of the machine that renders it. The job’s budget is put on hold when the job starts and is never exceeded. No frame costs more than three times the estimate shown when you started the job or, without a test frame, three times its share of the budget.',
      'A frame is charged when it is accepted. Parts of some frames are rendered again on another owner’s machine and compared; a frame that fails this check is not charged and is rendered again. Other frames are charged without a comparison, including frames from your own machines and from machines that the operator vouches for where no comparable machine is available.',
      'If no machine can check a frame, it is held: you can accept it, and are then charged for it, or reject it at no cost. If you do neither within 14 days, the frame is discarded and its funds are released.',
      'If you reject a frame that has already been charged, the charge is not refunded. The frame is rendered and charged again within the budget, unless a comparison shows that the first one was wrong.',
    ],
  },
  {
    id: 'models',
    title: 'Language models',
    paragraphs: [
      'You pay per token for your prompt and for the answer, including its reasoning, at the price of the machine that answers. If an answer is stopped or interrupted, you pay for the tokens processed up to that point. An answer that fails before its first token is free.',
      'Answers may be wrong or unsuitable for your purpose. You are responsible for how you use them, and for complying with the licence of each model.',
    ],
  },
  {
    id: 'hosting',
    title: 'Hosting',
    paragraphs: [
      'Offer only machines that you own or are authorised to offer, and do not misrepresent their hardware, which is measured. You bear the costs of power, network and maintenance.',
      'Do not inspect, copy, alter or interfere with what renters run on your machine. Unlisting a machine removes its free slots from the market; running instances continue until they end.',
      `You earn what renters pay for your machine, minus the platform fee, which is ${feeMark} of each charge for new orders. The fee in force when an order is placed applies until that order ends. A new fee applies to new orders only. Providers are notified of it and its effective date in the app and, unless they have turned off emails about machines, by email. All earnings and fees are listed under Billing. You are responsible for any taxes on your earnings.`,
    ],
  },
  {
    id: 'money',
    title: 'Payments and credit',
    paragraphs: [
      'One credit equals one US dollar of balance and is recorded to the millionth of a dollar. All transactions are recorded in a ledger that cannot be altered. Errors are corrected by an additional transaction that states the reason.',
      'Welcome credit and other credit granted by the operator can only be spent on the service. It cannot be paid out or sold.',
      'Charges for usage that was recorded as described in these terms are final and not refundable, except where required by law.',
    ],
  },
  {
    id: 'not-allowed',
    title: 'Acceptable use',
    paragraphs: [
      'You may not use the service for anything illegal; to attack other users, machines, their networks or the platform; to distribute malware or spam; to scan systems that are not yours; to attempt to break out of a container; to infringe the rights of others; or to create, store or distribute child sexual abuse material.',
      'You may not use multiple accounts to obtain welcome credit more than once, or simulate usage.',
      'The operator may stop instances, unlist machines or suspend accounts that violate these terms, without notice in urgent cases, and will state the reason.',
    ],
  },
  {
    id: 'your-content',
    title: 'Your content',
    paragraphs: [
      `You retain all rights to the images, files, models and results that you upload or create. You permit ${name} and the provider to process them only as needed to perform the work you request.`,
    ],
  },
  {
    id: 'your-data',
    title: 'Privacy',
    paragraphs: [
      'The platform stores your email address and profile; when and from where you signed in; a log of your actions; your rentals, render jobs, chats, machines and payments; and the files that you upload or create. This data is used to operate and secure the service and to send you the notifications that you chose. It is not sold.',
      'The web app stores a session cookie for seven days, and your theme and similar preferences in your browser. It contains no third-party tracking. If the operator has enabled a third-party captcha or sign-in provider, that third party can see that you use it.',
      'Under Account you can export your data and delete your account. Financial records are then kept without your name for as long as required by law.',
    ],
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    paragraphs: [
      'The service is provided “as is”. The operator is liable without limitation for intent and gross negligence and for injury to life, body or health. Otherwise, the operator is liable only for breach of essential contractual obligations, up to the amount that you paid in the preceding three months. No one is liable for the loss of data that you could have backed up.',
      'Nothing in these terms limits statutory rights that cannot be waived.',
    ],
  },
  {
    id: 'ending',
    title: 'Termination',
    paragraphs: [
      'You can delete your account at any time once you have no active resources and no unpaid earnings. Remaining credit is forfeited. The operator may terminate your account with 14 days’ notice, or immediately for good cause. Earnings up to that point remain payable to you.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    paragraphs: [
      'Changes to these terms, except to the platform fee, which never changes for an existing order, are announced at least 14 days before they take effect, and the date above is updated. If you do not agree, you can delete your account before then. By continuing to use the service, you accept the changes. If any provision is invalid, the remaining provisions stay in effect.',
    ],
  },
]
