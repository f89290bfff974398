import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'

/** Percentages of the budget at which an email is sent. */
const SPENT = [50, 80, 100]
const FORESEEN = 100

/**
 * A monthly budget whose emails go straight to the operator, without a subscription to confirm. It sees the bill of the
 * A monthly budget that emails the operator directly, without a subscription to confirm. It covers the whole account: a
 * filter by tag works only after the tag has been activated in the billing console.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { usd, email }: { usd: number; email: string }) {
    super(scope, id)
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    })
    new CfnBudget(this, 'Month', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: usd, unit: 'USD' } },
      notificationsWithSubscribers: [...SPENT.map(share => notice('ACTUAL', share)), notice('FORECASTED', FORESEEN)],
    })
  }
}
