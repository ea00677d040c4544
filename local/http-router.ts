/** A route as API Gateway writes it: `GET /orders/{id}`, `ANY /files/{path+}`, `$default`. */
export type Route<Target> = { readonly routeKey: string; readonly target: Target };

export type Match<Target> = {
  readonly route: Route<Target>;
  readonly parameters: Readonly<Record<string, string>>;
};

export type FindRoute<Target> = (method: string, path: string) => Match<Target> | undefined;

export function createRouter<Target>(routes: readonly Route<Target>[]): FindRoute<Target> {
  const compiled = routes
    .filter(({ routeKey }) => routeKey !== '$default')
    .map((route) => ({ route, ...compile(route.routeKey) }))
    // The most specific route wins: fixed parts before {one} before {all+}, a method before ANY.
    .sort((a, b) => b.specificity - a.specificity);
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');

  return (method, path) => {
    for (const { route, routeMethod, pattern } of compiled) {
      if (routeMethod !== 'ANY' && routeMethod !== method) continue;
      const found = pattern.exec(path);
      if (found) return { route, parameters: decodeAll(found.groups ?? {}) };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

function compile(routeKey: string) {
  const [routeMethod = 'ANY', path = '/'] = routeKey.split(' ');
  let specificity = routeMethod === 'ANY' ? 0 : 0.5;
  const parts = path.split('/').filter(Boolean);
  const pattern = parts.map((part) => {
    const [, name, greedy] = /^\{([^+}]+)(\+?)\}$/.exec(part) ?? [];
    if (!name) {
      specificity += 100;
      return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    }
    specificity += greedy ? 1 : 10;
    return greedy ? `/(?<${name}>.+)` : `/(?<${name}>[^/]+)`;
  });
  return { routeMethod, specificity, pattern: new RegExp(`^${pattern.join('') || '/'}$`) };
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
