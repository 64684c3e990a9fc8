import { DefaultNamingStrategy } from 'typeorm';

/** Properties are camelCase, columns snake_case, and no column repeats its own name in a decorator. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string): string {
    return customName || propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
