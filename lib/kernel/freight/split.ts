/**
 * Divides an amount in proportion to the weights, by largest remainder: the parts are integers whose sum is the amount.
 * Of equal remainders the earlier part gets more. Weights are integers from 0; without any weight the parts are equal.
 */
export function split(amount: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (weights.length === 0) return [];
  if (total === 0)
    return split(
      amount,
      weights.map(() => 1),
    );
  // Products exceed the integers that numbers hold exactly.
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight);
    return { at, part: Number(product / BigInt(total)), remainder: product % BigInt(total) };
  });
  let left = amount - shares.reduce((sum, { part }) => sum + part, 0);
  const byRemainder = shares.toSorted((one, other) =>
    one.remainder === other.remainder ? one.at - other.at : one.remainder > other.remainder ? -1 : 1,
  );
  for (const share of byRemainder) {
    if (left === 0) break;
    share.part += 1;
    left -= 1;
  }
  return shares.map(({ part }) => part);
}
