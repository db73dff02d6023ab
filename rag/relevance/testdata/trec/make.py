"""Makes run.txt, qrels.txt and expected.tsv: random data with tied scores and
grades, and what trec_eval says of it. Needs `pip install pytrec-eval-terrier`,
which is trec_eval's own code with a Python door."""
import random
import pytrec_eval

random.seed(20261130)
documents = [f"d{i:02}" for i in range(60)]
qrels, run = {}, {}
for q in range(1, 13):
    grades = [-1, 0, 0, 1, 1, 2, 3]
    qrels[f"q{q}"] = {d: random.choice(grades) for d in random.sample(documents, random.randint(3, 25))}
    found = random.sample(documents, random.randint(1, 40))
    run[f"q{q}"] = {d: float(random.randint(1, 12)) for d in found}  # few values: many ties
qrels["q11"] = {d: 0 for d in documents[:5]}  # nothing relevant
del run["q12"]  # judged, not answered
run["q13"] = {"d01": 1.0}  # answered, not judged

measures = {"ndcg", "ndcg_cut.5,10,20", "recall.5,10,100", "map", "map_cut.5,10", "recip_rank", "success.1,5,10", "P.5,10"}
names = {"recip_rank": "mrr", "ndcg_cut": "ndcg", "map_cut": "map", "success": "hit", "P": "p"}
with open("qrels.txt", "w") as f:
    f.writelines(f"{q} 0 {d} {g}\n" for q, grades in qrels.items() for d, g in grades.items())
with open("run.txt", "w") as f:
    f.writelines(f"{q} Q0 {d} 0 {s:g} random\n" for q, scores in run.items() for d, s in scores.items())
with open("expected.tsv", "w") as f:
    for q, values in sorted(pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run).items()):
        for measure, value in sorted(values.items()):
            name, _, cutoff = measure.rpartition("_") if measure[-1].isdigit() else (measure, "", "")
            f.write(f"{q}\t{names.get(name, name)}{'@' if cutoff else ''}{cutoff}\t{value:.6f}\n")
