"""Citations of the papers that define the measures, for the table."""

FERRANTE = "Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance"
ROBERTSON = "Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments (2010)"
KISHIDA = "Kishida, Property of Average Precision and its Generalization"
YILMAZ = "Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments"
BUCKLEY = "Buckley and Voorhees, Retrieval Evaluation with Incomplete Information (2004)"
JARVELIN = "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques (2002)"
MOFFAT = "Moffat and Zobel, Rank-biased Precision for Measurement of Retrieval Effectiveness (2008)"
CHAPELLE = "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded Relevance (2009)"
VYAS = "Vyas, Survey of Graded Relevance Metrics for Information Retrieval"
SAKAI = "Sakai, Alternatives to Bpref (2007)"
BORLUND = "Borlund and Ingwersen, Measures of Relative Relevance and Ranked Half-Life (1998)"
KANTOR = (
    "Kantor and Voorhees, The TREC-5 Confusion Track: Comparing Retrieval Methods for Scanned Text (2000)"
)
TREC_EVAL = "trec_eval"
