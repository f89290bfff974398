import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'

/** Shares of the budget, in percent, at which a mail is due. */
const SPENT = [50, 80, 100]
const FORESEEN = 100

/**
 * A monthly budget whose mails go straight to the operator, without a subscription to confirm. It sees the bill of the
 * whole account: a filter by tag would need the tag switched on in the billing console first, and counts from then on.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { usd, mail }: { usd: number; mail: string }) {
    super(scope, id)
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: mail }],
    })
    new CfnBudget(this, 'Month', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: usd, unit: 'USD' } },
      notificationsWithSubscribers: [...SPENT.map(share => notice('ACTUAL', share)), notice('FORECASTED', FORESEEN)],
    })
  }
}
